package question

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

const maxFile = 64 << 10 // bytes of a file of questions

// Read reads the user's own questions: one a line, blank lines and those that begin with # left out. There are 1 to Most of them, each at most 300
// characters and none twice; an error names the line. What is asked is the user's business: only Check knows whose name is in them.
func Read(r io.Reader) ([]string, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read the questions: %w", err)
	}
	if len(raw) > maxFile {
		return nil, fmt.Errorf("the questions are longer than %d KiB", maxFile>>10)
	}
	var questions []string
	lines := map[string]int{} // where each was, folded
	scanner := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(raw, []byte("\uFEFF"))))
	scanner.Buffer(nil, maxFile+1)
	for n := 1; scanner.Scan(); n++ {
		line := strings.TrimSpace(scanner.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		text := words(line)
		if err := checkForm(line, text); err != nil {
			return nil, fmt.Errorf("line %d of the questions: %w", n, err)
		}
		key := strings.Join(text, " ")
		if before, ok := lines[key]; ok {
			return nil, fmt.Errorf("line %d of the questions: the same as line %d", n, before)
		}
		if len(questions) == Most {
			return nil, fmt.Errorf("line %d of the questions: there are more than %d", n, Most)
		}
		lines[key] = n
		questions = append(questions, line)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("read the questions: %w", err)
	}
	if len(questions) == 0 {
		return nil, errors.New("there is no question in the file")
	}
	return questions, nil
}
