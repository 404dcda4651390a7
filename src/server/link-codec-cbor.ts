/** The form of requests between deployments: RPC v2 with CBOR, in which bytes stay bytes. */
import { requireServiceOperation, type OperationId } from '../api/services.js'
import type { LinkCodec, ToldError } from '../links/link-codec.js'
import { decodeCbor } from '../wire/cbor/decode-cbor.js'
import { encodeCbor } from '../wire/cbor/encode-cbor.js'
import { fromCbor, toCbor } from '../wire/http/protocols/cbor-shapes.js'

export const cborLinkCodec: LinkCodec = {
  service: requireServiceOperation('gramme.DescribeDeployment').service.signingName,
  headers: {
    'smithy-protocol': 'rpc-v2-cbor',
    'content-type': 'application/cbor',
    accept: 'application/cbor',
  },
  pathOf(id) {
    const { service, name } = requireServiceOperation(id)
    return `/service/${service.targetPrefix}/operation/${name}`
  },
  encode(id, input) {
    const { service, inputShape } = requireServiceOperation(id)
    return encodeCbor(toCbor(service.shapes, inputShape, input))
  },
  decode(id: OperationId, body: Buffer) {
    const { service, outputShape } = requireServiceOperation(id)
    return fromCbor(service.shapes, outputShape!, decodeCbor(body))
  },
  decodeError: toldError,
}

function toldError(body: Buffer): ToldError | undefined {
  try {
    const members = decodeCbor(body)
    if (!(members instanceof Map)) return undefined
    const [type, message] = ['__type', 'message'].map((name) => members.get(name) as unknown)
    if (typeof type !== 'string') return undefined
    return {
      type: type.slice(type.indexOf('#') + 1),
      message: typeof message === 'string' ? message : '',
    }
  } catch {
    return undefined
  }
}
