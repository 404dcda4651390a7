/** Languages that a request can be had in. */
import { cliCode } from './cli-code.js'
import { curlCode } from './curl-code.js'
import { goCode } from './go-code.js'
import { javascriptCode } from './javascript-code.js'
import { partiqlCode } from './partiql-code.js'
import { pythonCode } from './python-code.js'
import type { CodePlace, CodeRequest } from './request.js'

export interface RequestCode {
  readonly id: string
  readonly label: string
  readonly code: string
}

/** What has no form in a language is left out, as PartiQL's for binary values. */
export function requestCodes(request: CodeRequest, place: CodePlace): readonly RequestCode[] {
  const partiql = partiqlCode(request)
  return [
    { id: 'json', label: 'JSON', code: JSON.stringify(request.input, null, 2) },
    { id: 'cli', label: 'AWS CLI', code: cliCode(request, place) },
    { id: 'javascript', label: 'JavaScript', code: javascriptCode(request, place) },
    { id: 'python', label: 'Python', code: pythonCode(request, place) },
    ...(partiql === undefined ? [] : [{ id: 'partiql', label: 'PartiQL', code: partiql }]),
    { id: 'go', label: 'Go', code: goCode(request, place) },
    { id: 'curl', label: 'curl', code: curlCode(request, place) },
  ]
}
