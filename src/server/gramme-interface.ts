/** What a program that embeds Gramme sees of it. */
import type { KeyPair } from '../iam/access-keys.js'
import type { Address } from '../wire/address.js'

export interface StartOptions {
  /** False to open the database without listening on a port; use `fetch` then. */
  readonly listen?: boolean
}

export interface Gramme extends AsyncDisposable {
  /** Where the server listens. Throws while it does not. */
  readonly address: Address
  /** Where clients of DAX connect; undefined without `dax`. Throws while the server does not listen. */
  readonly daxAddress: Address | undefined
  /** The storage engine in use: `lmdb`, `memory` or `postgres`. Throws while the server is not started. */
  readonly engine: string
  /**
   * The access key of the root of account 000000000000, if this start made it: with `auth: 'iam'`, the first
   * start of a database that was given none. Its secret cannot be read again later. Throws while the server
   * is not started.
   */
  readonly newRootKey: KeyPair | undefined
  /**
   * Resolves if the data cannot be used again by this process, as after a disk error that LMDB does not recover
   * from: every request is refused until the process is restarted. `gramme start` exits then.
   */
  readonly lost: Promise<void>
  /** Rejects with `CannotStart`, whose message says why, and leaves nothing open. */
  start(options?: StartOptions): Promise<void>
  /**
   * Reads the files of the certificate and of the master keys again, which happens by itself soon after a change.
   * Connections stay open. If a file cannot be used, the log says why, and what was read before stays.
   */
  reload(): Promise<void>
  /** Lets the requests under way finish, then closes everything. Can be started again. */
  stop(): Promise<void>
  /**
   * Answers a request like a server would, without a network. The host in the address does not matter
   * and may be left out.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}
