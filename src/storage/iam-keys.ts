/** The keys of the records that say who may do what, in the system space. Prefixes are in `system-prefixes.ts`. */
import { terminatedPart } from './key-codec.js'
import { prefixEnd, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

export function accessStampKey(): Buffer {
  return Buffer.of(system.accessStamp)
}

/** AWS: names differ in more than their case. */
export function iamEntityKey(account: string, kind: string, name: string): Buffer {
  return Buffer.concat([iamKindPrefix(account, kind), Buffer.from(name.toLowerCase())])
}

/** All of one kind in an account, in the order of names, after one if it is given. */
export function iamEntities(account: string, kind: string, afterName?: string): KeyRange {
  const prefix = iamKindPrefix(account, kind)
  const after = afterName === undefined ? [] : [Buffer.from(afterName.toLowerCase()), Buffer.of(0)]
  return { from: Buffer.concat([prefix, ...after]), to: prefixEnd(prefix) }
}

export function accessKeyKey(accessKeyId: string): Buffer {
  return Buffer.concat([Buffer.of(system.accessKey), Buffer.from(accessKeyId)])
}

export function keyUseKey(accessKeyId: string): Buffer {
  return Buffer.concat([Buffer.of(system.keyUse), Buffer.from(accessKeyId)])
}

/** The policy of a table or stream, by its ARN. */
export function resourcePolicyKey(arn: string): Buffer {
  return Buffer.concat([Buffer.of(system.resourcePolicy), Buffer.from(arn)])
}

function iamKindPrefix(account: string, kind: string): Buffer {
  return Buffer.concat([
    Buffer.of(system.iamEntity),
    terminatedPart(Buffer.from(account)),
    terminatedPart(Buffer.from(kind)),
  ])
}
