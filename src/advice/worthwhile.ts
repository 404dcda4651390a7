/** Whether a change saves enough to be worth making. */
import { savingShareMin, savingUsdMin } from './limits.js'

export function isWorthwhile(beforeUsd: number, afterUsd: number): boolean {
  const saving = beforeUsd - afterUsd
  return saving >= savingUsdMin && saving >= beforeUsd * savingShareMin
}
