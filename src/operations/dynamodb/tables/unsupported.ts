/**
 * Refuses settings that AWS has and Gramme does not support yet, so that they are never stored and
 * ignored.
 */
import { invalidParameter } from '../../../model/errors.js'

export function refuseUnsupported(members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) throw invalidParameter(`${name} is not supported by this server`)
  }
}
