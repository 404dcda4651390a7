/** Packages that only some servers need: they are not installed with this one, and loaded on use. */
import { createRequire } from 'node:module'

/**
 * One sentence if a package is not installed; undefined if it is. Loads nothing. `purpose` begins the
 * sentence: "Delivery to Kinesis needs".
 */
export function packageFault(
  packageName: string,
  purpose: string,
  from: string = import.meta.url,
): string | undefined {
  try {
    createRequire(from).resolve(packageName)
    return undefined
  } catch {
    return `${purpose} a package that is not installed; run npm install ${packageName}.`
  }
}

/** The same of several packages, each with the version to install; names all of them, so that one command is enough. */
export function packagesFault(
  versions: Readonly<Record<string, string>>,
  purpose: string,
  from?: string,
): string | undefined {
  const names = Object.keys(versions)
  if (names.every((name) => packageFault(name, purpose, from) === undefined)) return undefined
  const wanted = names.map((name) => `${name}@${versions[name]}`).join(' ')
  return `${purpose} packages that are not installed; run npm install ${wanted}.`
}

/** The copy of a module that a package depends on, so that there is only one package to install. */
export function loadDependencyOf(packageName: string, dependency: string): unknown {
  const path = createRequire(import.meta.url).resolve(packageName)
  return createRequire(path)(dependency)
}
