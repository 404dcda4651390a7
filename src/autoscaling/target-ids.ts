/** AWS: the ids in the ARNs of targets are 36 letters and digits. */
import type { Random } from '../stdx/random.js'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const length = 36

export function newTargetId(random: Random): string {
  // A remainder prefers some letters a little, which does no harm to an id that is no secret.
  return Array.from(random.bytes(length), (byte) => alphabet[byte % alphabet.length]!).join('')
}
