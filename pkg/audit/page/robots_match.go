package page

// Verdict says whether the agent may fetch the path, and which line decides.
func (r *Robots) Verdict(token, path string) RobotsVerdict { return RobotsVerdict{Allowed: true} }
