/** Rules for every file of `src/`, apart from its imports. */
import type { SourceFile } from './source-file.js'

const linesMax = 400

export function fileFaults(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => faultsOf(file).map((fault) => `${file.path}: ${fault}`))
}

function faultsOf(file: SourceFile): readonly string[] {
  const faults: string[] = []
  if (file.path.endsWith('/index.ts') || file.onlyReexports) {
    faults.push('no barrel files: import the file that owns the idea')
  }
  if (file.exportsDefault) faults.push('no default exports: name what you export')
  if (file.lines > linesMax && !isGenerated(file)) {
    faults.push(`${file.lines} lines, more than ${linesMax}: which second idea moved in?`)
  }
  return faults
}

function isGenerated(file: SourceFile): boolean {
  return file.path.includes('/generated/')
}

const registry = 'src/operations/registry.ts'
/** A service whose operations are loaded on use lists them itself. */
const serviceRegistry = /^src\/operations\/[^/]+\/(?:[a-z]+-)?registry\.ts$/
const operationFile = /^src\/operations\/[^/]+\/([^/]+)\.ts$/

/**
 * No operation is forgotten: a file named after an operation of a service model is imported by the
 * registry, and every other file beside it is at least used.
 */
export function registrationFaults(
  files: readonly SourceFile[],
  operationNames: readonly string[],
): readonly string[] {
  const operations = new Set(operationNames.map(kebabCase))
  const registered = importedBy(
    files.filter(({ path }) => path === registry || serviceRegistry.test(path)),
  )
  const used = importedBy(files)
  return files.flatMap(({ path }) => {
    const name = operationFile.exec(path)?.[1]
    if (name === undefined || name.endsWith('.test')) return []
    const wanted = operations.has(name) ? registered : used
    return wanted.has(path) ? [] : [`${path}: not registered in ${registry}`]
  })
}

function importedBy(files: readonly SourceFile[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => file.imports.flatMap(({ target }) => target ?? [])))
}

function kebabCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
}
