-- Has wrk ask for the paths of a list in turn. The requests are made beforehand, so that wrk has little to do for each.
local requests = {}
local last = 0

function init(arguments)
  for path in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end
