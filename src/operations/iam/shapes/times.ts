/** AWS: IAM's times are whole seconds. */
export function secondsOf(ms: number): number {
  return Math.floor(ms / 1000)
}
