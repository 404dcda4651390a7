/** A server process as the store sees it: it runs until it is killed. */
export interface Process {
  readonly isAlive: boolean
}
