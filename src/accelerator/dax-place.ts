/** This server as clients of DAX reach it, which is known once its door is bound. */
import type { DaxServer, DaxServers } from './dax-servers.js'

export interface DaxPlaceSettings {
  readonly isSecure: boolean
  /** `192.0.2.1:8111`, if clients are told another address than the one that the server has. */
  readonly announced: string | undefined
}

const allAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

export class DaxPlace implements DaxServers {
  readonly isSecure: boolean
  readonly #announced: string | undefined
  #own: DaxServer | undefined

  constructor({ isSecure, announced }: DaxPlaceSettings) {
    this.isSecure = isSecure
    this.#announced = announced
  }

  /** The door is bound there. */
  bound({ host, port }: { readonly host: string; readonly port: number }, nowMs: number): void {
    const [, name, announcedPort] = /^(.*):(\d+)$/.exec(this.#announced ?? '') ?? []
    this.#own = {
      address: name?.replace(/^\[|\]$/g, '') ?? (allAddresses.has(host) ? undefined : host),
      port: announcedPort === undefined ? port : Number(announcedPort),
      startedAtMs: nowMs,
    }
  }

  /** Which of the nodes this server is; undefined if its door is not open. */
  get nodeIndex(): number | undefined {
    return this.#own === undefined ? undefined : 0
  }

  async list(): Promise<readonly DaxServer[]> {
    return this.#own === undefined ? [] : [this.#own]
  }
}
