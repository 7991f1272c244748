#include "runtime/net/client/http_client.h"

#include <utility>

#include "runtime/net/client/curl_multi.h"

namespace rt {

HttpClient::HttpClient(boost::asio::io_context& context, std::string roots)
    : multi_(std::make_unique<CurlMulti>(context)), roots_(std::move(roots)) {}

HttpClient::~HttpClient() = default;

}  // namespace rt
