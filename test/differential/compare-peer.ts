/** Runs random histories against a peer for a while, and gathers what differs. */
import { chanceOf, type Chance } from '../support/chance.js'
import type { Difference } from './difference.js'
import { randomItemHistory } from './item-plane.js'
import { isAvoided, judgementOf, type Judgement } from './judgement.js'
import { isAlike, minimise } from './minimise.js'
import type { Peer } from './peers/peer.js'
import type { History } from './request.js'
import { runHistory, type Sides } from './run-history.js'
import { randomTableHistory } from './table-plane.js'

export interface Comparison {
  readonly requests: number
  readonly histories: number
  /** How often each judgement was needed. */
  readonly judged: ReadonlyMap<Judgement, number>
  readonly open: readonly OpenDifference[]
}

/** A difference that nobody has judged. */
export interface OpenDifference {
  readonly difference: Difference
  readonly history: History
  times: number
}

export interface Bounds {
  readonly seed: number
  readonly durationMs: number
}

/** How long histories are still shortened after the end. */
const graceMs = 10_000
/** More kinds of differences than anyone reads at once. */
const openMax = 40

export async function comparePeer(
  peer: Peer,
  clients: Omit<Sides, 'peer'>,
  bounds: Bounds,
): Promise<Comparison> {
  const sides = { ...clients, peer }
  const judged = new Map<Judgement, number>()
  const open = new Map<string, OpenDifference>()
  const endMs = performance.now() + bounds.durationMs
  let [requests, histories] = [0, 0]
  for (; performance.now() < endMs && open.size < openMax; histories++) {
    const history = randomHistory(chanceOf(bounds.seed + histories), peer)
    const run = await runHistory(sides, history)
    requests += run.requests
    for (const difference of run.differences) {
      const judgement = judgementOf(difference, peer.judged)
      if (judgement !== undefined) judged.set(judgement, (judged.get(judgement) ?? 0) + 1)
      else await note(difference)
    }
    async function note(difference: Difference): Promise<void> {
      const kind = kindOf(difference)
      const known = open.get(kind)
      if (known !== undefined) known.times++
      else open.set(kind, { difference, history: await shortest(difference), times: 1 })
    }
    async function shortest(difference: Difference): Promise<History> {
      const upTo = history.slice(0, history.indexOf(difference.request) + 1)
      return minimise(upTo, async (shorter) => {
        if (performance.now() > endMs + graceMs) return false
        const { differences } = await runHistory(sides, shorter)
        return differences.some((each) => isAlike(each, difference))
      })
    }
  }
  return { requests, histories, judged, open: [...open.values()] }
}

function randomHistory(chance: Chance, { lacks, avoided }: Peer): History {
  const history = chance() < 0.3 ? randomTableHistory(chance) : randomItemHistory(chance)
  return history.filter(
    (request) => !lacks.includes(request.operation) && !isAvoided(request, avoided),
  )
}

/** Differences of one kind are printed once: the same but for names, numbers and quoted text. */
function kindOf({ request, at, ours, theirs }: Difference): string {
  const general = (text: string): string =>
    text.replaceAll(/[0-9]+|"[^"]*"|'[^']*'/g, '_').slice(0, 160)
  return [request.operation, general(at), general(ours), general(theirs)].join('|')
}
