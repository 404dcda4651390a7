/** Warm throughput without a raise that is over, so that every clock agrees that it is. */
import type { WarmThroughput } from '../model/table.js'
import { isRaising } from './rules/warm-throughput.js'

/** Returns the same object if nothing is over. */
export function settledWarm<W extends { readonly warmThroughput?: WarmThroughput }>(
  warm: W,
  nowMs: number,
): W {
  const { warmThroughput } = warm
  if (warmThroughput?.raise === undefined || isRaising(warmThroughput, nowMs)) return warm
  const { raise: _raise, ...units } = warmThroughput
  return { ...warm, warmThroughput: units }
}
