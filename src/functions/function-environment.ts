/**
 * The environment of a handler's process: little of the server's own, which may hold passwords and keys,
 * then what Lambda sets, then what the trigger names.
 */
import type { ModuleHandler } from '../triggers/trigger.js'
import type { FunctionIdentity } from './function-messages.js'

type Environment = Readonly<Record<string, string | undefined>>

/** What programs need to run at all, and how Node is to run; no name that holds a secret. */
const inherited = new Set([
  ...['PATH', 'HOME', 'TZ', 'LANG', 'LANGUAGE', 'TMPDIR', 'LD_LIBRARY_PATH'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'NODE_ICU_DATA'],
  ...['NODE_NO_WARNINGS', 'NODE_DEBUG'],
  // Windows runs nothing without the first.
  ...['SYSTEMROOT', 'TEMP', 'TMP', 'USERPROFILE'],
])

/** The locale by its parts, and where SDKs find services. */
const inheritedBeginnings = ['LC_', 'AWS_ENDPOINT_URL']

export function functionEnvironment(
  { environment, memoryMb, exportName }: ModuleHandler,
  { name, region }: FunctionIdentity,
  own: Environment = process.env,
): Environment {
  return {
    ...Object.fromEntries(Object.entries(own).filter(([each]) => isInherited(each.toUpperCase()))),
    AWS_REGION: region,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    _HANDLER: exportName,
    ...environment,
  }
}

function isInherited(name: string): boolean {
  return inherited.has(name) || inheritedBeginnings.some((beginning) => name.startsWith(beginning))
}
