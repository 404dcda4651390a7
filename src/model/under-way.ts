/**
 * Whether something that was stored with its start and its end is under way, by a clock that may be
 * wrong.
 *
 * It ends when the clock says so. A clock that is behind stretches it by at most its own length: one
 * that is further behind is wrong, and then it counts as over. So what takes no time is over by every
 * clock, and nothing waits for a clock to arrive at the start. The small stretch is there because what
 * a slightly slow server showed as done must not begin again.
 *
 * Older versions did not store every start; then the clock alone decides.
 */
export function isUnderWay(
  startedAtMs: number | undefined,
  doneAtMs: number,
  nowMs: number,
): boolean {
  if (nowMs >= doneAtMs) return false
  return startedAtMs === undefined || nowMs >= 2 * startedAtMs - doneAtMs
}
