/** Settings that AWS has and Gramme does not have yet are refused: never stored and then ignored. */
import { invalidParameter } from '../../../model/errors.js'

export function refuseUnsupported(members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) throw invalidParameter(`${name} is not supported by this server`)
  }
}
