/**
 * A handler's process leads a group of its own, so that the processes it has started end with it. One that
 * has left the group on purpose is beyond reach, as a daemon is. Windows has no such groups.
 */
const hasGroups = process.platform !== 'win32'

/** Options of `spawn` that make the child lead a group. */
export const ownGroup = { detached: hasGroups } as const

/** Ends all processes of a group that still exist. Of the leader itself where there are no groups. */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(hasGroups ? -leader : leader, 'SIGKILL')
  } catch {
    // None is left.
  }
}
