/** Reads all that a bulk change would touch and writes nothing. */
import type { Item } from '../../values/attribute-value.js'
import { sampleDiffsMax } from '../limits.js'
import type { PlannedWrite } from '../run-writes.js'
import type { RunControl } from '../run-control.js'
import type { ItemWrite } from '../saving/write-request.js'

export interface DryRun {
  readonly read: number
  readonly writes: number
  readonly unchanged: number
  readonly problems: number
  readonly firstProblem: string | undefined
  readonly samples: readonly ItemWrite[]
}

export async function dryRun(
  pages: AsyncIterable<readonly Item[]>,
  plan: (item: Item) => PlannedWrite,
  control: RunControl,
  onProgress: (soFar: DryRun) => void,
): Promise<DryRun> {
  let result: DryRun = {
    read: 0,
    writes: 0,
    unchanged: 0,
    problems: 0,
    firstProblem: undefined,
    samples: [],
  }
  for await (const page of pages) {
    if (control.isStopped) break
    for (const item of page) result = counted(result, plan(item))
    onProgress(result)
  }
  return result
}

function counted(result: DryRun, plan: PlannedWrite): DryRun {
  const next = { ...result, read: result.read + 1 }
  if ('unchanged' in plan) return { ...next, unchanged: next.unchanged + 1 }
  if ('problem' in plan) {
    const firstProblem = next.firstProblem ?? plan.problem
    return { ...next, problems: next.problems + 1, firstProblem }
  }
  const samples =
    next.samples.length < sampleDiffsMax ? [...next.samples, plan.write] : next.samples
  return { ...next, writes: next.writes + 1, samples }
}
