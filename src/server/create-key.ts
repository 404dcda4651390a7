/** `gramme key create`: a new master key, which becomes the first of its file. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { newLocalKey, readLocalKeys } from '../keys/local-keys.js'
import { systemRandom } from '../stdx/random.js'
import { CannotStart } from './cannot-start.js'

const head = `# Master keys of Gramme, the first one is current. Whoever has this file can read the data.
`

/** Returns the id of the key. The file is replaced as a whole, and only its owner can read it. */
export function createMasterKey(file: string): string {
  const { id, line } = newLocalKey(systemRandom)
  const before = existsSync(file) ? checked(file) : ''
  const beside = `${file}.new`
  const since = `# ${id}, created ${new Date().toISOString()}`
  try {
    const text = before === '' ? head : headOf(before)
    writeFileSync(beside, `${text}${since}\n${line}\n${before.slice(headOf(before).length)}`, {
      mode: 0o600,
      flush: true,
    })
    renameSync(beside, file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new CannotStart(`The key file ${file} cannot be written (${code}).`, error)
  }
  return id
}

/** A file that is something else is left alone. */
function checked(file: string): string {
  const text = readFileSync(file, 'utf8')
  try {
    readLocalKeys(text, `The key file ${file}`)
    return text
  } catch (error) {
    throw new CannotStart((error as Error).message, error)
  }
}

function headOf(text: string): string {
  return text.startsWith(head) ? head : ''
}
