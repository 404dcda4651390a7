/**
 * The answer to one request: the results of its reads, whether its guards hold, and which entries
 * its decision depends on. The findings may also answer other requests of the same batch.
 */
import { unreachable } from '../../../stdx/assert.js'
import type {
  Get,
  Guard,
  LogHead,
  RangePage,
  Read,
  ResultsOf,
  SpaceId,
  Tally,
} from '../../engine.js'
import { entryName } from '../write/folded-mutations.js'
import type { FoundPage } from './found-pages.js'
import { type FoundEntry, guardBroken, type GuardVersions } from './guard-versions.js'

/** Entries by their names; pages, tallies and heads by the read that asked for them. */
export interface Findings {
  readonly found: ReadonlyMap<string, FoundEntry>
  readonly pages: ReadonlyMap<Read, FoundPage>
  readonly tallies: ReadonlyMap<Read, Tally>
  readonly heads: ReadonlyMap<Read, readonly LogHead[]>
}

/** An entry that was looked for; without a version it was absent. */
export interface Seen {
  readonly name: string
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

  requireGuards(versions: GuardVersions): void {
    for (const guard of this.#guards) {
      if (!versions.holds(guard, this.#find(guard))) throw guardBroken()
    }
  }

  results(): ResultsOf<R> {
    return this.#reads.map((read) => this.#resultOf(read)) as unknown as ResultsOf<R>
  }

  /** How many of the entries that were asked for by key exist. */
  countEntries(): number {
    const found = this.#reads.filter(isGet).filter((read) => this.#find(read) !== undefined)
    return new Set(found.map(({ space, key }) => entryName(space, key))).size
  }

  /** What the decision depends on, entry by entry. */
  seen(): readonly Seen[] {
    const seen = new Map<string, Seen>()
    const add = ({ space, key }: Entry, version: string | undefined) => {
      const name = entryName(space, key)
      seen.set(name, { name, space, key, version })
    }
    for (const guard of this.#guards) add(guard, this.#find(guard)?.version)
    for (const read of this.#reads) {
      if (read.kind === 'get') add(read, this.#find(read)?.version)
      else if (read.kind === 'range') {
        const { entries, versions } = this.#findings.pages.get(read)!
        entries.forEach(({ key }, i) => add({ space: read.space, key }, versions[i]))
      }
    }
    return [...seen.values()]
  }

  #find({ space, key }: Entry): FoundEntry | undefined {
    return this.#findings.found.get(entryName(space, key))
  }

  #resultOf(read: Read): Buffer | undefined | RangePage | Tally | readonly LogHead[] {
    switch (read.kind) {
      case 'get':
        return this.#find(read)?.value
      case 'range':
        return pageOf(this.#findings.pages.get(read)!)
      case 'tally':
        return this.#findings.tallies.get(read)!
      case 'heads':
        return [...this.#findings.heads.get(read)!].sort((a, b) => Buffer.compare(a.log, b.log))
      default:
        return unreachable(read)
    }
  }
}

type Entry = Pick<Get, 'space' | 'key'>

export function isGet(read: Read): read is Get {
  return read.kind === 'get'
}

function pageOf({ entries, more }: FoundPage): RangePage {
  return { entries, more }
}
