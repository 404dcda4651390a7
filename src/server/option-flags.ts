/** What people call an option. */
import type { OptionName } from './gramme-options.js'

/** `dataDir` is `--data-dir` on a command line. */
export function flagOf(name: OptionName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `dataDir` is `GRAMME_DATA_DIR` in an environment. */
export function variableOf(name: OptionName): string {
  return `GRAMME_${flagOf(name).replaceAll('-', '_').toUpperCase()}`
}
