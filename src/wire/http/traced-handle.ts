/**
 * A `Handle` whose requests are traced. It is put around the usual one, so that a server without tracing has
 * nothing of it, and every door and lane has it alike. Health checks, scrapes and preflights are not traced.
 */
import type { RequestTracer } from '../../operations/tracing.js'
import type { Handle, WireRequest, WireResponse } from './message.js'
import { findRoute } from './routes.js'

export function tracedHandle(handle: Handle, tracer: RequestTracer): Handle {
  return (request) => {
    const isCall = request.stream !== undefined || findRoute(request) === undefined
    return isCall ? traced(handle, tracer, request) : handle(request)
  }
}

async function traced(
  handle: Handle,
  tracer: RequestTracer,
  request: WireRequest,
): Promise<WireResponse> {
  const span = tracer.begin(request)
  if (span === undefined) return handle(request)
  const response = await handle({ ...request, span })
  span.end(response.status)
  return response
}
