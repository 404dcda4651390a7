/** What access keys that people choose must look like. */

/** AWS: `ASIA` is for temporary keys, which have a session token. */
const idPattern = /^(?!ASIA)\w{3,128}$/
const secretPattern = /^[!-~]{16,128}$/

export const keyIdRule = 'must be 3 to 128 letters, digits or underscores and not begin with ASIA'
export const keySecretRule = 'must be 16 to 128 visible ASCII characters'

export function isChosenKeyId(value: unknown): boolean {
  return typeof value === 'string' && idPattern.test(value)
}

export function isChosenSecret(value: unknown): boolean {
  return typeof value === 'string' && secretPattern.test(value)
}
