/**
 * Which file may import which. Each rule takes one import and returns what is wrong with it, if
 * anything.
 *
 * The rules only know folders and paths; the table of rows is passed to them.
 */
import type { Import, SourceFile } from './source-file.js'

export interface Layers {
  /** Folders of `src/` from the lowest row up; folders of one row do not import each other. */
  readonly rows: readonly (readonly string[])[]
  /** Subfolders that other folders may import from; each entry says why. */
  readonly openSubfolders: readonly string[]
  /**
   * The only folders that may import a package. A package without an owner must not be imported.
   */
  readonly packageOwners: Readonly<Record<string, readonly string[]>>
  /** Folders whose subfolders do not import each other. */
  readonly apart?: readonly string[]
  /** The folder that may reach into subfolders, to wire things up. */
  readonly compositionRoot: string
}

export function importFaults(files: readonly SourceFile[], layers: Layers): readonly string[] {
  return files.flatMap((file) =>
    file.imports.flatMap((imported) => {
      const fault = faultOf(file.path, imported, layers)
      return fault === undefined ? [] : [`${file.path} imports '${imported.specifier}': ${fault}`]
    }),
  )
}

function faultOf(path: string, imported: Import, layers: Layers): string | undefined {
  if (rowOf(folderOf(path), layers) === -1)
    return `src/${folderOf(path)}/ is in no row of the table`
  if (imported.target === undefined) return packageFault(path, imported.specifier, layers)
  if (!imported.target.startsWith('src/')) return outsideFault(path, imported.target)
  return rowFault(path, imported.target, layers) ?? privacyFault(path, imported.target, layers)
}

function packageFault(path: string, specifier: string, layers: Layers): string | undefined {
  const name = packageName(specifier)
  const owners = layers.packageOwners[name]
  if (owners === undefined) {
    return name.startsWith('node:') ? undefined : `no folder owns the package ${name}`
  }
  if (owners.some((owner) => path.startsWith(`src/${owner}/`))) return undefined
  return `only ${owners.map((owner) => `src/${owner}/`).join(' and ')} may import ${name}`
}

function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

function outsideFault(path: string, target: string): string | undefined {
  if (isTest(path) && target.startsWith('test/support/')) return undefined
  return 'src/ does not import from outside src/, except its tests from test/support/'
}

function rowFault(path: string, target: string, layers: Layers): string | undefined {
  const [from, to] = [folderOf(path), folderOf(target)]
  if (from === to) return apartFault(path, target, layers)
  const [fromRow, toRow] = [rowOf(from, layers), rowOf(to, layers)]
  if (toRow === -1) return `src/${to}/ is in no row of the table`
  if (toRow < fromRow) return undefined
  if (toRow === fromRow) return `${from}/ and ${to}/ share row ${toRow} and do not know each other`
  return `${from}/ (row ${fromRow}) imports only from rows below its own; ${to}/ is in row ${toRow}`
}

function apartFault(path: string, target: string, layers: Layers): string | undefined {
  const [from, to] = [subfolderOf(path), subfolderOf(target)]
  if (from === to || layers.apart?.includes(folderOf(path)) !== true) return undefined
  return `${from}/ and ${to}/ do not know each other`
}

function privacyFault(path: string, target: string, layers: Layers): string | undefined {
  const owner = folderOf(target)
  if (owner === folderOf(path) || folderOf(path) === layers.compositionRoot) return undefined
  if (isPublic(target, layers)) return undefined
  return `${subfolderOf(target)}/ is private to ${owner}/; only ${layers.compositionRoot}/ may reach inside`
}

/** Whether a file is one of those that its folder offers to others. */
export function isPublic(path: string, layers: Layers): boolean {
  const subfolder = subfolderOf(path)
  return !subfolder.includes('/') || layers.openSubfolders.includes(subfolder)
}

/** The folder of a file below `src/`, two levels of it at most. */
function subfolderOf(path: string): string {
  return path.split('/').slice(1, -1).slice(0, 2).join('/')
}

function folderOf(path: string): string {
  return path.split('/')[1] ?? ''
}

export function rowOf(folder: string, layers: Layers): number {
  return layers.rows.findIndex((row) => row.includes(folder))
}

/** Tests, suites and fuzzers follow the same rows, but may import test support. */
function isTest(path: string): boolean {
  return /(\.test|-suite|\.fuzz)\.tsx?$/.test(path)
}
