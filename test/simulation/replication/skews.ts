/** How wrong clocks are. */
import { below, type Chance } from '../../support/chance.js'

/** They usually disagree by less than what makes changes wait, and sometimes by more. */
const usualSkewMs = 400
export const skewMsMax = 3_000

export function someSkewMs(chance: Chance): number {
  const range = chance() < 0.1 ? skewMsMax : usualSkewMs
  return below(chance, 2 * range) - range
}
