/** What is known of the other servers that use the same tables. */
import { deadShareMs } from './limits.js'
import type { Limiter, NamedAllowance } from './limiter.js'
import type { RangeUseTold, UseRecord } from './use-record.js'

interface OtherServer {
  counter: number
  /** When its record was last seen to have changed. */
  changedAtMs: number
  /** The units of each allowance as they were last seen. */
  readonly units: Map<string, number>
  /** The same of key ranges, as its last record had them. */
  ranges: ReadonlyMap<string, number>
}

export class OtherServers {
  readonly #limiter: Pick<Limiter, 'mayRefuse'>
  readonly #servers = new Map<string, OtherServer>()
  /** What was here when the others' records were read before: from then on they tell us everything. */
  #joined = new Set<string>()

  constructor(limiter: Pick<Limiter, 'mayRefuse'>) {
    this.#limiter = limiter
  }

  /**
   * Charges what the others have used since their records were read before. Returns whether they used
   * anything, and the servers whose records have not changed for so long that they must be gone.
   */
  note(
    records: readonly UseRecord[],
    own: ReadonlyMap<string, NamedAllowance>,
    nowMs: number,
  ): { readonly isBusy: boolean; readonly dead: readonly string[] } {
    let isBusy = false
    const dead: string[] = []
    for (const record of records) {
      const server = this.#serverOf(record, nowMs)
      if (record.counter !== server.counter) {
        server.counter = record.counter
        server.changedAtMs = nowMs
      } else if (nowMs - server.changedAtMs >= deadShareMs) dead.push(record.serverId)
      if (this.#chargeUses(record, server, own, nowMs)) isBusy = true
      if (this.#limiter.mayRefuse) chargeRanges(record, server, own, nowMs)
    }
    this.#forgetAllBut(records, dead)
    this.#forgetUses(own)
    this.#joined = new Set(own.keys())
    return { isBusy, dead }
  }

  #chargeUses(
    { uses }: UseRecord,
    server: OtherServer,
    own: ReadonlyMap<string, NamedAllowance>,
    nowMs: number,
  ): boolean {
    let isBusy = false
    for (const { key, units, balance } of uses) {
      const allowance = own.get(key)?.allowance
      if (allowance === undefined) continue
      const seen = server.units.get(key) ?? 0
      server.units.set(key, units)
      // A number that has fallen was begun anew.
      const more = units >= seen ? units - seen : units
      if (more > 0) isBusy = true
      // What is told seldom, where nobody is refused, would be more at once than a bucket holds.
      if (!this.#limiter.mayRefuse) allowance.countElsewhere(more, nowMs)
      else if (this.#joined.has(key)) allowance.takeElsewhere(more, nowMs)
      else allowance.join(balance, nowMs)
    }
    return isBusy
  }

  #serverOf({ serverId, counter }: UseRecord, nowMs: number): OtherServer {
    const known = this.#servers.get(serverId)
    if (known !== undefined) return known
    const server: OtherServer = { counter, changedAtMs: nowMs, units: new Map(), ranges: new Map() }
    this.#servers.set(serverId, server)
    return server
  }

  #forgetAllBut(records: readonly UseRecord[], dead: readonly string[]): void {
    const present = new Set(records.map(({ serverId }) => serverId))
    for (const id of this.#servers.keys()) {
      if (!present.has(id) || dead.includes(id)) this.#servers.delete(id)
    }
  }

  /** What is not here is joined when it is, whatever was seen of it before. */
  #forgetUses(own: ReadonlyMap<string, NamedAllowance>): void {
    for (const { units } of this.#servers.values()) {
      for (const key of units.keys()) if (!own.has(key)) units.delete(key)
    }
  }
}

function chargeRanges(
  { ranges }: UseRecord,
  server: OtherServer,
  own: ReadonlyMap<string, NamedAllowance>,
  nowMs: number,
): void {
  const seen = server.ranges
  server.ranges = new Map(ranges.map((range) => [nameOf(range), range.units]))
  for (const range of ranges) {
    const more = range.units - (seen.get(nameOf(range)) ?? Infinity)
    if (more > 0) own.get(range.key)?.allowance.takeRangeElsewhere({ ...range, units: more }, nowMs)
  }
}

function nameOf({ key, from }: RangeUseTold): string {
  return `${key}/${from}`
}
