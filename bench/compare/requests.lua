-- Sends prepared requests in turn: wrk -s requests.lua <url> -- <file> <first> <mean delay in ms>
-- The file has whole requests, separated by NUL bytes. With a delay, connections pause between
-- requests for random times of that mean, so that the load stays below what the server can do.

local requests = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for one in file:read("*a"):gmatch("[^%z]+") do
    requests[#requests + 1] = one
  end
  file:close()
  at = tonumber(args[2])
  local mean = tonumber(args[3])
  if mean > 0 then
    math.randomseed(1)
    delay = function()
      return math.floor(math.random() * 2 * mean + 0.5)
    end
  end
end

function request()
  at = at + 1
  return requests[(at - 1) % #requests + 1]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"refused":%d,"broken":%d,"p50":%d,"p99":%d,"p999":%d}\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
end
