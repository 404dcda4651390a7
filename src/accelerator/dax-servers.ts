/** Where clients of DAX reach this database: what the management API knows of its servers. */

/** A server of the database that clients of DAX can connect to. */
export interface DaxServer {
  /** Undefined if it listens on all addresses and announces none: whoever has reached it knows one. */
  readonly address: string | undefined
  readonly port: number
  readonly startedAtMs: number
}

export interface DaxServers {
  /** Whether connections have to be encrypted. */
  readonly isSecure: boolean
  /** None before the door is open. The order is the same from call to call. */
  list(): Promise<readonly DaxServer[]>
}
