/** Whom calls go to, and in whose name. */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface Connection {
  readonly region: string
  readonly credentials: Credentials
  /** As the server sees it; the one of the page unless somebody forwards calls under another name. */
  readonly host?: string
  /** The browser's, unless a test brings its own. */
  readonly surroundings?: Surroundings
}

/** What the browser has; tests have their own. */
export interface Surroundings {
  fetch(address: string, init: RequestInit): Promise<Response>
  now(): number
  chance(): number
  pause(durationMs: number, signal: AbortSignal | undefined): Promise<void>
}
