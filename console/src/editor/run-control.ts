/** Lets somebody pause, continue and stop work that goes on in this tab. */
const firstPauseMs = 50
const longestPauseMs = 5000

export class RunControl {
  readonly #stopping = new AbortController()
  #paused: { readonly end: Promise<void>; readonly resume: () => void } | undefined

  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  pause(): void {
    if (this.#paused !== undefined) return
    let resume = (): void => undefined
    const end = new Promise<void>((resolve) => (resume = resolve))
    this.#paused = { end, resume }
  }

  resume(): void {
    this.#paused?.resume()
    this.#paused = undefined
  }

  stop(): void {
    this.#stopping.abort()
    this.resume()
  }

  /** Waits while it is paused; false if it was stopped. */
  async mayGoOn(): Promise<boolean> {
    await this.#paused?.end
    return !this.isStopped
  }
}

/** Longer with every attempt, and never the same for two tabs. */
export function pauseOf(attempt: number): Promise<void> {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
  return sleep(longest * (0.5 + Math.random() / 2))
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
