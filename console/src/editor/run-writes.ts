/**
 * Many writes, one after the other, in this tab: with progress, a pause, a list of what failed, and a
 * file of the old images that undoes what was done.
 */
import type { Item } from '../values/attribute-value.js'
import type { LineFile } from './line-file.js'
import { sleep, type RunControl } from './run-control.js'
import type { ItemWrite } from './saving/write-request.js'
import type { SendWrites } from './write-batches.js'

/** What is to become of one item, or why nothing can. */
export type PlannedWrite =
  | { readonly write: ItemWrite; readonly source?: string }
  | { readonly unchanged: true }
  | { readonly problem: string; readonly item?: Item; readonly source?: string }

export interface RunProgress {
  readonly read: number
  readonly written: number
  /** Unchanged, or there already. */
  readonly skipped: number
  readonly failed: number
}

export const noProgress: RunProgress = { read: 0, written: 0, skipped: 0, failed: 0 }

export interface RunFiles {
  /** Lines `{ Item, Now }`: the image before the write and the one after it. */
  readonly undo: LineFile
  /** Lines `{ Item, Error, Source }`. */
  readonly failures: LineFile
}

export interface RunOptions {
  readonly plans: AsyncIterable<readonly PlannedWrite[]>
  readonly send: SendWrites
  /** Writes that are sent at once. */
  readonly atOnce: number
  /** Undefined if there is no limit. */
  readonly writesPerSecond?: number
  /** False if old images are not known, so that nothing could be undone. */
  readonly keepsUndo?: boolean
  readonly control: RunControl
  readonly files: RunFiles
  readonly onProgress: (progress: RunProgress) => void
}

/** Resolves when everything is written, or it was stopped. */
export async function runWrites(options: RunOptions): Promise<RunProgress> {
  const { plans, control, atOnce, onProgress } = options
  let progress = noProgress
  for await (const page of plans) {
    for (let at = 0; at < page.length; at += atOnce) {
      if (!(await control.mayGoOn())) return progress
      progress = added(progress, await runChunk(page.slice(at, at + atOnce), options))
      onProgress(progress)
    }
  }
  return progress
}

async function runChunk(plans: readonly PlannedWrite[], options: RunOptions): Promise<RunProgress> {
  const { send, files, writesPerSecond, keepsUndo = true } = options
  const begun = performance.now()
  const planned = plans.filter((plan) => 'write' in plan)
  const outcomes = planned.length === 0 ? [] : await send(planned.map(({ write }) => write))
  let chunk: RunProgress = { ...noProgress, read: plans.length }
  for (const plan of plans) {
    if ('problem' in plan) {
      files.failures.add({ Item: plan.item, Error: plan.problem, Source: plan.source })
      chunk = { ...chunk, failed: chunk.failed + 1 }
    } else if ('unchanged' in plan) chunk = { ...chunk, skipped: chunk.skipped + 1 }
  }
  for (const [at, { write, source }] of planned.entries()) {
    const outcome = outcomes[at]!
    if (outcome.kind === 'done') {
      if (keepsUndo) files.undo.add({ Item: write.before, Now: write.after })
      chunk = { ...chunk, written: chunk.written + 1 }
    } else if (outcome.kind === 'skipped') chunk = { ...chunk, skipped: chunk.skipped + 1 }
    else {
      const item = write.after ?? write.before
      files.failures.add({ Item: item, Error: outcome.message, Source: source })
      chunk = { ...chunk, failed: chunk.failed + 1 }
    }
  }
  if (writesPerSecond !== undefined) {
    await sleep((planned.length / writesPerSecond) * 1000 - (performance.now() - begun))
  }
  return chunk
}

function added(left: RunProgress, right: RunProgress): RunProgress {
  return {
    read: left.read + right.read,
    written: left.written + right.written,
    skipped: left.skipped + right.skipped,
    failed: left.failed + right.failed,
  }
}
