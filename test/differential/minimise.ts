/** The shortest history, made by leaving requests out, that still shows a difference. */
import type { Difference } from './difference.js'
import type { History } from './request.js'

export type Shows = (history: History) => Promise<boolean>

/** The last request is the one that differs, so it is kept. */
export async function minimise(history: History, shows: Shows): Promise<History> {
  let kept = history
  for (let size = Math.ceil(history.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.length - 1;) {
      const end = Math.min(at + size, kept.length - 1)
      const shorter = [...kept.slice(0, at), ...kept.slice(end)]
      if (await shows(shorter)) kept = shorter
      else at = end
    }
  }
  return kept
}

/** Whether two differences are about the same thing. */
export function isAlike(a: Difference, b: Difference): boolean {
  return a.at === b.at && a.ours === b.ours && a.theirs === b.theirs
}
