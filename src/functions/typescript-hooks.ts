/**
 * Lets Node import TypeScript by stripping its types, file by file. Nothing is checked: that is for
 * the handler's own build. Imports may omit the extension or use that of the built file, as
 * TypeScript projects do.
 */
import { readFile } from 'node:fs/promises'
import { createRequire, type LoadHook, type ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as TypeScript from 'typescript'

let compiler: typeof TypeScript

export function initialize({ typescript }: { readonly typescript: string }): void {
  compiler = createRequire(import.meta.url)(typescript) as typeof TypeScript
}

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context)
  } catch (error) {
    if (!specifier.startsWith('.') || context.parentURL?.endsWith('ts') !== true) throw error
    const built = /\.(m?)js$/.exec(specifier)
    const source = built ? specifier.replace(/\.(m?)js$/, `.$1ts`) : `${specifier}.ts`
    return nextResolve(source, context)
  }
}

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!/^file:.*\.m?ts$/.test(url)) return nextLoad(url, context)
  const { ModuleKind, ScriptTarget } = compiler
  const { outputText } = compiler.transpileModule(await readFile(fileURLToPath(url), 'utf8'), {
    fileName: fileURLToPath(url),
    compilerOptions: {
      module: ModuleKind.ESNext,
      target: ScriptTarget.ES2022,
      inlineSourceMap: true,
      verbatimModuleSyntax: true,
    },
  })
  return { format: 'module', shortCircuit: true, source: outputText }
}
