/**
 * What one request was told: the results of its reads, whether its guards hold, and which entries its
 * decision rests on. What was found may also answer other requests that were asked along with it.
 */
import { unreachable } from '../../stdx/assert.js'
import type {
  Get,
  Guard,
  LogHead,
  Range,
  RangePage,
  Read,
  ResultsOf,
  SpaceId,
  Tally,
} from '../engine.js'
import { GuardBroken } from '../errors.js'
import { entryName } from './changes.js'

export interface Found {
  readonly value: Buffer
  readonly version: string
}

export interface FoundEntry extends Found {
  readonly key: Buffer
}

/** Entries by their names; pages and the like by the place of the read that asked for them. */
export interface Findings {
  readonly found: ReadonlyMap<string, Found>
  readonly pages: ReadonlyMap<number, { readonly entries: FoundEntry[]; readonly more: boolean }>
  readonly tallies: ReadonlyMap<number, Tally>
  readonly heads: ReadonlyMap<number, LogHead[]>
}

/** An entry that was looked for; without a version it was not there. */
export interface Seen {
  readonly space: SpaceId
  readonly key: Uint8Array
  readonly version: string | undefined
}

export class ReadAnswer<R extends readonly Read[]> {
  readonly #reads: R
  readonly #guards: readonly Guard[]
  readonly #findings: Findings

  constructor(reads: R, guards: readonly Guard[], findings: Findings) {
    this.#reads = reads
    this.#guards = guards
    this.#findings = findings
  }

  requireGuards(): void {
    for (const guard of this.#guards) {
      const found = this.#find(guard)?.value
      const holds = guard.value === undefined ? found === undefined : found?.equals(guard.value)
      if (holds !== true) throw new GuardBroken('a guarded key has changed')
    }
  }

  results(): ResultsOf<R> {
    return this.#reads.map((read, index) => this.#resultOf(read, index)) as unknown as ResultsOf<R>
  }

  /** What the decision rests on, entry by entry. */
  seen(): readonly Seen[] {
    const seen = new Map<string, Seen>()
    const add = ({ space, key }: Entry, version: string | undefined) =>
      seen.set(entryName(space, key), { space, key, version })
    for (const asked of [...this.#guards, ...this.#reads.filter(isGet)]) {
      add(asked, this.#find(asked)?.version)
    }
    for (const [index, { entries }] of this.#findings.pages) {
      const { space } = this.#reads[index]!
      for (const { key, version } of entries) add({ space, key }, version)
    }
    return [...seen.values()]
  }

  #find({ space, key }: Entry): Found | undefined {
    return this.#findings.found.get(entryName(space, key))
  }

  #resultOf(read: Read, index: number): Buffer | undefined | RangePage | Tally | LogHead[] {
    switch (read.kind) {
      case 'get':
        return this.#find(read)?.value
      case 'range':
        return pageOf(this.#findings.pages.get(index)!, read)
      case 'tally':
        return this.#findings.tallies.get(index)!
      case 'heads':
        return this.#findings.heads.get(index)!.sort((a, b) => Buffer.compare(a.log, b.log))
      default:
        return unreachable(read)
    }
  }
}

type Entry = Pick<Get, 'space' | 'key'>

export function isGet(read: Read): read is Get {
  return read.kind === 'get'
}

/** A union promises no order, though servers keep that of its parts. */
function pageOf(
  { entries, more }: { entries: FoundEntry[]; more: boolean },
  { reverse, entriesMax }: Range,
): RangePage {
  const sign = reverse === true ? -1 : 1
  const sorted = entries.every(
    ({ key }, i) => i === 0 || sign * Buffer.compare(entries[i - 1]!.key, key) < 0,
  )
  if (!sorted) entries.sort((a, b) => sign * Buffer.compare(a.key, b.key))
  const page = entries.slice(0, entriesMax).map(({ key, value }) => ({ key, value }))
  return { entries: page, more: more || entries.length > entriesMax }
}
