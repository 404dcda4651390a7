/**
 * The variable by which OpenTelemetry's programs find their collector. It is often set for everything on a machine,
 * so it never keeps a server from starting: what is missing is said, and the server runs without telemetry.
 */
import type { GrammeOptions } from '../server/gramme-options.js'
import { brokenRule } from '../server/option-table.js'
import { findTelemetryPackageFault } from '../telemetry/telemetry-packages.js'
import type { Environment } from './flags.js'

const variable = 'OTEL_EXPORTER_OTLP_ENDPOINT'

export interface UsualCollector {
  readonly options: GrammeOptions
  /** Why the variable has no effect, though it is set. */
  readonly warning?: string
}

export function withUsualCollector(
  options: GrammeOptions,
  environment: Environment,
  from?: string,
): UsualCollector {
  const address = environment[variable] ?? ''
  const isOff = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'
  if (address === '' || isOff || options.otlpEndpoint !== undefined) return { options }
  const fault = faultOf(address, environment['OTEL_EXPORTER_OTLP_PROTOCOL'], from)
  if (fault === undefined) return { options: { ...options, otlpEndpoint: address } }
  return { options, warning: `${variable} has no effect: ${fault}` }
}

function faultOf(address: string, protocol: string | undefined, from?: string): string | undefined {
  const rule = brokenRule('otlpEndpoint', address)
  if (rule !== undefined) return `it ${rule}, not '${address}'.`
  if (protocol !== undefined && protocol !== '' && protocol !== 'http/protobuf') {
    return `traces and metrics are sent by http/protobuf, not by ${protocol}.`
  }
  return findTelemetryPackageFault(from)
}
