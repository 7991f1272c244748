#ifndef RUNTIME_NET_CLIENT_HTTP_CLIENT_H_
#define RUNTIME_NET_CLIENT_HTTP_CLIENT_H_

#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

class CurlMulti;

// What HttpCalls have in common: connections that are kept for the next one,
// and whom they trust. On the thread of the io_context, which outlives it; it
// outlives its calls.
class HttpClient {
 public:
  // `roots`: the text of a PEM file with authorities that are trusted beside
  // the system's; may be empty. A server's certificate is always checked.
  HttpClient(boost::asio::io_context& context, std::string roots);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

 private:
  friend class HttpCall;

  const std::unique_ptr<CurlMulti> multi_;
  const std::string roots_;
};

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_HTTP_CLIENT_H_
