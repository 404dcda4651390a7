/** The running server that a command is to ask, and who asks it. */
import type { Endpoint } from '../links/sign-request.js'
import type { Environment } from './flags.js'
import { UsageError } from './usage-error.js'

export function givenEndpoint(url: string, region: string, environment: Environment): Endpoint {
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new UsageError('--endpoint must be an address like http://127.0.0.1:8000.')
  }
  return {
    url: new URL('/', url),
    region,
    // An open server takes any.
    accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? 'local',
    secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? 'local',
    sessionToken: environment['AWS_SESSION_TOKEN'],
  }
}
