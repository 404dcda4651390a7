/**
 * The memory that one request takes, from its first byte until its answer is sent: waited for, held,
 * changed as more becomes known, and left.
 */

/** What a room asks of the memory it is part of. */
export interface RoomKeeper {
  /** Whether the room may hold what it wants, without waiting; if so, it does. */
  tryChange(room: Room, bytes: number): boolean
  change(room: Room, bytes: number): void
  /** Lets the room wait until it can. */
  wait(room: Room): void
  left(room: Room): void
  now(): number
}

/** How long a client may keep a room without sending or reading anything. */
export interface ClientPatience {
  /** While others wait for memory. */
  readonly contendedMsMax: number
  readonly msMax: number
}

type State = 'new' | 'waiting' | 'held' | 'left'

export class Room {
  readonly #keeper: RoomKeeper
  /** What it holds, and what it wants. */
  bytes = 0
  wanted: number
  state: State = 'new'
  /** Since when it has waited for memory, or for its client. */
  sinceMs = 0
  #settle: ((held: boolean) => void) | undefined
  #patience: ClientPatience | undefined
  #cut: () => void = () => undefined

  constructor(keeper: RoomKeeper, wanted: number) {
    this.#keeper = keeper
    this.wanted = wanted
  }

  get isHeld(): boolean {
    return this.state === 'held'
  }

  /** Whether it holds memory while it waits for more. */
  get isGrowing(): boolean {
    return this.state === 'waiting' && this.bytes > 0
  }

  /** Whether it got what it wanted, which may take a while. */
  held(): boolean | Promise<boolean> {
    if (this.state !== 'waiting') return this.isHeld
    return new Promise((resolve) => (this.#settle = resolve))
  }

  /** Changes what it holds if that is possible without waiting. */
  tryChange(bytes: number): boolean {
    return this.state === 'held' && this.#keeper.tryChange(this, bytes)
  }

  /** Like `tryChange`, but waits. */
  change(bytes: number): boolean | Promise<boolean> {
    if (this.state !== 'held' || this.tryChange(bytes)) return this.isHeld
    this.wanted = bytes
    this.#keeper.wait(this)
    return this.held()
  }

  /** For what is in memory already. */
  correct(bytes: number): void {
    if (this.state === 'held') this.#keeper.change(this, bytes)
  }

  /** Called by the keeper when waiting is over. */
  settle(held: boolean): void {
    this.state = held ? 'held' : 'left'
    this.#settle?.(held)
    this.#settle = undefined
  }

  /** From now on it is up to the client; `cut` is called if that takes too long. */
  awaitClient(patience: ClientPatience, cut: () => void): void {
    if (this.state !== 'held') return
    this.#patience = patience
    this.#cut = cut
    this.sinceMs = this.#keeper.now()
  }

  /** The client has done something. */
  progress(): void {
    this.sinceMs = this.#keeper.now()
  }

  /** It is no longer up to the client. */
  clientDone(): void {
    this.#patience = undefined
  }

  cutIfLate(nowMs: number, contended: boolean): void {
    if (this.#patience === undefined) return
    const { contendedMsMax, msMax } = this.#patience
    const durationMs = nowMs - this.sinceMs
    if (durationMs < msMax && (!contended || durationMs < contendedMsMax)) return
    this.#patience = undefined
    this.#cut()
  }

  /** May be called again, and at any time. */
  leave(): void {
    if (this.state !== 'left') this.#keeper.left(this)
  }
}
