import { countOf } from '../../design/format.js'
import type { Simulation } from '../../modelling/simulate-pattern.js'

/** `1 request, 3 read, 2 returned, 0.5 RCU`. */
export function simulationText(simulation: Simulation): string {
  const { requests, read, returned, readUnits, writeUnits } = simulation
  const parts = [countOf(requests, 'request')]
  if (writeUnits === 0) parts.push(`${read} read`, `${returned} returned`, `${readUnits} RCU`)
  else parts.push(`${writeUnits} WCU`)
  return parts.join(', ')
}
