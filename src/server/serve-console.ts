/** The console for any endpoint of DynamoDB, served by this program. */
import { consoleSite } from '../console/console-site.js'
import { startForwarder, type ForwardedCall, type Forwarder } from '../console/forwarder.js'
import { signedHeaders, type KeyOfCaller } from '../links/sign-request.js'
import { systemRandom } from '../stdx/random.js'
import { cannotListen } from './cannot-start.js'
import { consolePagesFolder } from './open-console.js'
import { readVersion } from './version.js'

export interface ServedConsole {
  readonly endpoint: URL
  readonly port: number
  readonly region: string
  /** Signs all calls; without it, the page asks its user for a key and signs itself. */
  readonly key?: KeyOfCaller | undefined
}

export async function serveConsole(served: ServedConsole): Promise<Forwarder> {
  const { endpoint, port, region, key } = served
  const version = readVersion()
  const site = consoleSite({
    folder: consolePagesFolder(),
    random: systemRandom,
    config: () => ({
      auth: key === undefined ? 'iam' : 'forwarded',
      version,
      host: endpoint.host,
      endpoint: endpoint.origin,
      region,
      sharedRegions: false,
    }),
  })
  const secret = Buffer.from(systemRandom.bytes(24)).toString('base64url')
  const route = (call: ForwardedCall) =>
    key === undefined ? { url: endpoint, headers: call.headers } : signed(served, key, call)
  return startForwarder({ port, secret, site, route }).catch((error: unknown) => {
    throw cannotListen({ host: '127.0.0.1', port }, error)
  })
}

/** Region and service are those that the page has signed for. */
function signed(
  { endpoint, region: usual }: ServedConsole,
  key: KeyOfCaller,
  { headers: given, body }: ForwardedCall,
) {
  const [, region = usual, service = 'dynamodb'] =
    /Credential=[^/]+\/\d+\/([\w-]+)\/([\w-]+)\//.exec(given['authorization'] ?? '') ?? []
  const headers = Object.fromEntries(
    Object.entries(given).filter(([name]) => name === 'content-type' || name === 'x-amz-target'),
  )
  const url = serviceAddress(endpoint, { service, region, target: headers['x-amz-target'] })
  return {
    url,
    headers: signedHeaders({ ...key, url, region }, { service, headers, body }, Date.now()),
  }
}

interface CalledService {
  readonly service: string
  readonly region: string
  readonly target: string | undefined
}

const ofAws = /^dynamodb\.[\w-]+\.amazonaws\.com$/

/** AWS has an address for each service and region; everybody else has one for all. */
export function serviceAddress(endpoint: URL, called: CalledService): URL {
  if (!ofAws.test(endpoint.host)) return endpoint
  const { service, region, target = '' } = called
  return new URL(`https://${hostName(service, target)}.${region}.amazonaws.com/`)
}

/** Streams and searches of vectors have addresses of their own. */
function hostName(service: string, target: string): string {
  if (target.startsWith('DynamoDBStreams_')) return 'streams.dynamodb'
  return target === 'DynamoDB_20120810.SearchVectors' ? 'search-dynamodb' : service
}
