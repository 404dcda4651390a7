/** The management API of DAX as operations use it: what an account has in a region, and the servers behind it. */
import type { Scope } from '../model/arn.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { daxHoldingsKey } from '../storage/dax-keys.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import { noHoldings, type DaxHoldings } from './dax-holdings.js'
import { holdingsForm } from './dax-record.js'
import type { DaxServers } from './dax-servers.js'

export interface DaxDeskParts {
  readonly engine: Engine
  /** How long a cluster takes to be what was asked for. */
  readonly transitionMs: number
  /** Undefined if the server has no door for clients of DAX. */
  readonly servers: DaxServers | undefined
  /** The times of caches may have changed. */
  readonly onChange: () => void
}

export class DaxDesk {
  readonly servers: DaxServers | undefined
  readonly transitionMs: number
  readonly #engine: Engine
  readonly #onChange: () => void

  constructor({ engine, transitionMs, servers, onChange }: DaxDeskParts) {
    this.#engine = engine
    this.transitionMs = transitionMs
    this.servers = servers
    this.#onChange = onChange
  }

  async find(scope: Scope): Promise<DaxHoldings> {
    const [bytes] = await this.#engine.read([getHoldings(scope)])
    return bytes === undefined ? noHoldings : holdingsForm.decode(bytes)
  }

  /** Decides from what there is, and from that alone, what becomes of it. `decide` may run again. */
  async change<T>(
    scope: Scope,
    decide: (holdings: DaxHoldings) => { readonly holdings: DaxHoldings; readonly result: T },
  ): Promise<T> {
    const done = await this.#engine.transact({
      reads: [getFormat(), getHoldings(scope)],
      decide([mark, bytes]) {
        const before = bytes === undefined ? noHoldings : holdingsForm.decode(bytes)
        const { holdings, result } = decide(before)
        const value = holdingsForm.encode(holdings)
        const put = { kind: 'put', ...placeOf(scope), value } as const
        return { mutations: [...ratchet(mark, [formatSteps.dax]), put], result }
      },
    })
    this.#onChange()
    return done
  }
}

function placeOf({ account, region }: Scope) {
  return { space: systemSpace, key: daxHoldingsKey({ account, region }) }
}

function getHoldings(scope: Scope) {
  return { kind: 'get', ...placeOf(scope) } as const
}
