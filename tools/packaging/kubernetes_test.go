package packaging

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const manifests = "../../packaging/kubernetes"

// decode reads documents as an API server would that refuses fields it doesn't know or that stand twice.
func decode(t *testing.T, documents []byte) []runtime.Object {
	t.Helper()
	strict := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	reader := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(documents)))
	var out []runtime.Object
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(bytes.TrimSpace(document)) == 0 {
			continue
		}
		object, _, err := strict.Decode(document, nil, nil)
		if err != nil {
			t.Errorf("%v in\n%s", err, document)
			continue
		}
		out = append(out, object)
	}
}

// applied is what `kubectl apply -k` would apply, and the example beside it.
func applied(t *testing.T) []runtime.Object {
	t.Helper()
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), manifests)
	if err != nil {
		t.Fatal(err)
	}
	documents, err := built.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile(manifests + "/ingress.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return append(decode(t, documents), decode(t, example)...)
}

// templates gives the pods of all objects, by the object's name.
func templates(objects []runtime.Object) map[string]corev1.PodTemplateSpec {
	out := map[string]corev1.PodTemplateSpec{}
	for _, o := range objects {
		switch o := o.(type) {
		case *appsv1.Deployment:
			out[o.Name] = o.Spec.Template
		case *batchv1.Job:
			out[o.Name] = o.Spec.Template
		}
	}
	return out
}

func TestPodsKeepTheRestrictedStandard(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks())
	if err != nil {
		t.Fatal(err)
	}
	pods := templates(applied(t))
	if len(pods) != 3 {
		t.Errorf("%d kinds of pods, want 3", len(pods))
	}
	for name, pod := range pods {
		for _, result := range evaluator.EvaluatePod(api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}, &pod.ObjectMeta, &pod.Spec) {
			if !result.Allowed {
				t.Errorf("%s: %s: %s", name, result.ForbiddenReason, result.ForbiddenDetail)
			}
		}
		for _, c := range pod.Spec.Containers {
			if c.SecurityContext.ReadOnlyRootFilesystem == nil || !*c.SecurityContext.ReadOnlyRootFilesystem {
				t.Errorf("%s: the root file system can be written", name)
			}
			if c.Resources.Requests.Cpu().IsZero() || c.Resources.Limits.Memory().IsZero() {
				t.Errorf("%s: resources are missing", name)
			}
		}
	}
}

func TestManifestsReferToWhatIsThere(t *testing.T) {
	objects := applied(t)
	pods := templates(objects)
	configs, services := map[string]bool{}, map[string]*corev1.Service{}
	for _, o := range objects {
		switch o := o.(type) {
		case *corev1.ConfigMap:
			configs[o.Name] = true
		case *corev1.Service:
			services[o.Name] = o
		}
	}
	selects := func(name string, selector *metav1.LabelSelector, port string) {
		t.Helper()
		s, err := metav1.LabelSelectorAsSelector(selector)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		found := false
		for _, pod := range pods {
			if !s.Matches(labels.Set(pod.Labels)) {
				continue
			}
			has := slices.ContainsFunc(pod.Spec.Containers[0].Ports, func(p corev1.ContainerPort) bool { return p.Name == port })
			found = found || port == "" || has
		}
		if !found {
			t.Errorf("%s selects no pod with port %q", name, port)
		}
	}
	kinds := map[string]int{}
	for _, o := range objects {
		kinds[o.GetObjectKind().GroupVersionKind().Kind]++
		switch o := o.(type) {
		case *appsv1.Deployment:
			selects(o.Name, o.Spec.Selector, "operator")
			for _, c := range o.Spec.Template.Spec.Containers {
				if c.LivenessProbe == nil || c.ReadinessProbe == nil || c.StartupProbe == nil {
					t.Errorf("%s has no probes", o.Name)
				}
				for _, from := range c.EnvFrom {
					if from.ConfigMapRef != nil && !configs[from.ConfigMapRef.Name] {
						t.Errorf("%s: there is no configuration %s", o.Name, from.ConfigMapRef.Name)
					}
				}
			}
		case *corev1.Service:
			for _, p := range o.Spec.Ports {
				selects("service "+o.Name, &metav1.LabelSelector{MatchLabels: o.Spec.Selector}, p.TargetPort.String())
			}
		case *policyv1.PodDisruptionBudget:
			selects("budget "+o.Name, o.Spec.Selector, "")
		case *networkingv1.NetworkPolicy:
			for _, rule := range o.Spec.Ingress {
				for _, p := range rule.Ports {
					selects("network policy "+o.Name, &o.Spec.PodSelector, p.Port.String())
				}
			}
		case *autoscalingv2.HorizontalPodAutoscaler:
			if _, there := pods[o.Spec.ScaleTargetRef.Name]; !there {
				t.Errorf("%s scales %s, which isn't there", o.Name, o.Spec.ScaleTargetRef.Name)
			}
		case *networkingv1.Ingress:
			to := o.Spec.Rules[0].HTTP.Paths[0].Backend.Service
			if s := services[to.Name]; s == nil || s.Spec.Ports[0].Name != to.Port.Name {
				t.Errorf("the ingress leads to %s %s, which isn't there", to.Name, to.Port.Name)
			}
		}
	}
	for _, kind := range []string{"Namespace", "Deployment", "Service", "Ingress", "PodDisruptionBudget", "HorizontalPodAutoscaler", "NetworkPolicy", "Job"} {
		if kinds[kind] == 0 {
			t.Errorf("there is no %s", kind)
		}
	}
}

func TestManifestsAskForAddressAndProxies(t *testing.T) {
	for _, o := range applied(t) {
		if c, ok := o.(*corev1.ConfigMap); ok {
			for _, name := range []string{"AUDITCTL_SERVER_BASE_URL", "AUDITCTL_SERVER_TRUSTED_PROXIES"} {
				if c.Data[name] != "CHANGE-ME" { // which serve and worker refuse
					t.Errorf("%s is %q", name, c.Data[name])
				}
			}
			return
		}
	}
	t.Error("there is no ConfigMap")
}
