/**
 * This server as clients of DAX reach it, which is known once its door is bound, and the other servers of its database.
 */
import type { DaxServer, DaxServers } from './dax-servers.js'

export interface DaxPlaceSettings {
  /** Tells this server apart from the others. */
  readonly id: number
  readonly isSecure: boolean
  /** `db.example.com:8111`, if clients are told another address than the one that the server has. */
  readonly announced: string | undefined
  /** The IP address that other servers are to tell of this one. */
  readonly ip: string
}

/** A server as other servers know it. */
export interface DaxNodePlace extends DaxServer {
  readonly id: number
  readonly ip: string
}

const allAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

export class DaxPlace implements DaxServers {
  readonly isSecure: boolean
  readonly #settings: DaxPlaceSettings
  #own: DaxNodePlace | undefined
  #others: readonly DaxNodePlace[] = []
  #onBound: () => void = () => undefined

  constructor(settings: DaxPlaceSettings) {
    this.isSecure = settings.isSecure
    this.#settings = settings
  }

  /** The door is bound there. */
  bound({ host, port }: { readonly host: string; readonly port: number }, nowMs: number): void {
    const { id, ip, announced } = this.#settings
    const [, name, announcedPort] = /^(.*):(\d+)$/.exec(announced ?? '') ?? []
    this.#own = {
      id,
      ip,
      address: name?.replace(/^\[|\]$/g, '') ?? (allAddresses.has(host) ? undefined : host),
      port: announcedPort === undefined ? port : Number(announcedPort),
      startedAtMs: nowMs,
    }
    this.#onBound()
  }

  whenBound(listener: () => void): void {
    this.#onBound = listener
  }

  /** Undefined before the door is open. */
  get own(): DaxNodePlace | undefined {
    return this.#own
  }

  /** The other servers, as far as they are known to be there. */
  set others(others: readonly DaxNodePlace[]) {
    this.#others = others
  }

  /** All servers, in an order that all of them agree on. */
  get nodes(): readonly DaxNodePlace[] {
    if (this.#own === undefined) return []
    if (this.#others.length === 0) return [this.#own]
    const all = [this.#own, ...this.#others.filter((other) => !isSamePlace(other, this.#own!))]
    return all.toSorted((a, b) => a.startedAtMs - b.startedAtMs || a.id - b.id)
  }

  /** Which of the nodes this server is; undefined if its door is not open. */
  get nodeIndex(): number | undefined {
    const index = this.nodes.findIndex(({ id }) => id === this.#settings.id)
    return index === -1 ? undefined : index
  }

  async list(): Promise<readonly DaxServer[]> {
    const { nodes } = this
    if (nodes.length === 1) return nodes
    return nodes.map((node) => ({ ...node, address: node.address ?? node.ip }))
  }
}

/** Only one of them can be there: the other was, or they are behind one address. */
function isSamePlace(a: DaxNodePlace, b: DaxNodePlace): boolean {
  return a.ip === b.ip && a.port === b.port
}
