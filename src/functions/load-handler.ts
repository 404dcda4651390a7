/**
 * Finds the handler in its module: an ES module, a CommonJS one, or TypeScript, which newer
 * versions of Node run directly and older ones with the `typescript` package, the handler's own or
 * ours.
 */
import { createRequire, register } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { LambdaHandler } from './call-handler.js'
import type { FunctionIdentity } from './function-messages.js'

export async function loadHandler({
  path,
  exportName,
}: Pick<FunctionIdentity, 'path' | 'exportName'>): Promise<LambdaHandler> {
  if (/\.[mc]?ts$/.test(path)) prepareTypeScript(path)
  const module = (await import(pathToFileURL(path).href)) as Exports
  const handler = module[exportName] ?? (module['default'] as Exports | undefined)?.[exportName]
  if (typeof handler !== 'function') throw new Error(`${path} exports no function ${exportName}`)
  return handler as LambdaHandler
}

type Exports = Readonly<Record<string, unknown>>

function prepareTypeScript(path: string): void {
  const features = process.features as { readonly typescript?: unknown }
  if (features.typescript) return
  if (path.endsWith('.cts')) throw new Error('A .cts module needs Node 22.18 or later.')
  const data = { typescript: findTypeScript(path) }
  register('./typescript-hooks.js', { parentURL: import.meta.url, data })
}

function findTypeScript(path: string): string {
  for (const place of [path, import.meta.url]) {
    try {
      return createRequire(place).resolve('typescript')
    } catch {
      continue
    }
  }
  throw new Error(
    'A TypeScript module needs Node 22.18 or later, or the package typescript beside it.',
  )
}
