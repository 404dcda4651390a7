/** A source file as the architecture rules see it: its path, its length, its imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

export interface SourceFile {
  /** From the repository's root, with forward slashes: `src/items/write.ts`. */
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly exportsDefault: boolean
  /** Names of what it declares and exports, types included. */
  readonly exportedNames: readonly string[]
  /** Whether it only re-exports what other files define. */
  readonly onlyReexports: boolean
}

export interface Import {
  readonly specifier: string
  /** The imported file, from the repository's root; undefined for a package. */
  readonly target: string | undefined
}

export function readSources(root: string, folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')))
    .map((file, _, files) => namingComponents(file, files))
}

/** Components are imported like other files, but their names end differently. */
function namingComponents(file: SourceFile, files: readonly SourceFile[]): SourceFile {
  const paths = new Set(files.map(({ path }) => path))
  const imports = file.imports.map(({ specifier, target }) => {
    const isComponent = target !== undefined && !paths.has(target) && paths.has(`${target}x`)
    return { specifier, target: isComponent ? `${target}x` : target }
  })
  return { ...file, imports }
}

export function parseSource(path: string, text: string): SourceFile {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  return {
    path,
    lines: text.trimEnd().split('\n').length,
    imports: importsOf(path, text),
    exportsDefault: statements.some(isDefaultExport),
    exportedNames: statements.filter(isExported).flatMap(declaredNames),
    onlyReexports: statements.length > 0 && statements.every(isReexport),
  }
}

/**
 * Type imports count like value imports, and `import()` like `import`: naming a thing is depending
 * on it.
 */
function importsOf(path: string, text: string): readonly Import[] {
  const specifiers = ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName)
  return [...new Set(specifiers)].map((specifier) => ({
    specifier,
    target: specifier.startsWith('.') ? targetOf(path, specifier) : undefined,
  }))
}

function targetOf(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
}

function isReexport(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true
  if (ts.isExportDeclaration(statement)) return namesDefault(statement)
  if (!ts.canHaveModifiers(statement)) return false
  const modifiers = ts.getModifiers(statement) ?? []
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false
  const modifiers = ts.getModifiers(statement) ?? []
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    const { declarations } = statement.declarationList
    return declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? name.text : []))
  }
  if (!isNamed(statement)) return []
  return statement.name === undefined ? [] : [statement.name.text]
}

function isNamed(
  statement: ts.Statement,
): statement is
  ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  )
}

function namesDefault({ exportClause }: ts.ExportDeclaration): boolean {
  if (exportClause === undefined) return false
  if (!ts.isNamedExports(exportClause)) return exportClause.name.text === 'default'
  return exportClause.elements.some((element) => element.name.text === 'default')
}
