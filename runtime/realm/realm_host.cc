#include "runtime/realm/realm_host.h"

#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "runtime/net/websocket_frames.h"

namespace rt {

absl::StatusOr<std::unique_ptr<RealmHost>> RealmHost::Start(Options options) {
  // What is wrong with the policy is said now, and not to each maker.
  const auto sandbox = Sandbox::Make(options.terms.sandbox, "", nullptr);
  if (!sandbox.ok()) return sandbox.status();
  absl::StatusOr<std::unique_ptr<IoThread>> io = IoThread::Start("rt host");
  if (!io.ok()) return io.status();
  auto host = absl::WrapUnique(new RealmHost(std::move(options)));
  host->io_ = *std::move(io);
  absl::Status status;
  host->io_->Run([&] { status = host->Listen(); });
  if (!status.ok()) return status;
  return host;
}

RealmHost::RealmHost(Options options) : options_(std::move(options)) {}

RealmHost::~RealmHost() {
  io_->Post([this] { Close(); });
  closed_.WaitForNotification();
}

absl::Status RealmHost::Listen() {
  absl::StatusOr<std::unique_ptr<WebSocketServer>> server =
      WebSocketServer::Listen(
          io_->context(), std::move(options_.server),
          [this](std::unique_ptr<WebSocketConnection> connection) {
            Accept(std::move(connection));
          });
  if (!server.ok()) return server.status();
  server_ = *std::move(server);
  at_ = server_->at();
  return absl::OkStatus();
}

void RealmHost::Accept(std::unique_ptr<WebSocketConnection> connection) {
  const uint64_t number = ++accepted_;
  const std::string peer = connection->peer();
  const bool is_admitted = !IsFull();
  if (is_admitted) ++admitted_;
  const auto realm = HostedRemoteRealm::Create(
      *io_, options_.terms,
      std::make_unique<WebSocketFrames>(std::move(connection)),
      [this, number, peer, is_admitted](const absl::Status& status) {
        if (is_admitted) --admitted_;
        OnGone(number, peer, status);
      });
  realms_[number] = realm;
  if (!is_admitted) {
    realm->Refuse(absl::StrCat("it has ", options_.max_realms,
                               " already, which is its limit"));
  }
}

bool RealmHost::IsFull() const {
  return options_.max_realms != 0 && admitted_ >= options_.max_realms;
}

void RealmHost::OnGone(uint64_t number, const std::string& peer,
                       const absl::Status& status) {
  realms_.erase(number);
  // That a connection is cut is how many a realm ends.
  const bool is_news = absl::IsDataLoss(status);
  if (is_news && options_.warn != nullptr) {
    options_.warn(
        absl::StrCat("the realm of ", peer,
                     " ended, as what came is broken: ", status.message()));
  }
  if (is_closing_ && realms_.empty()) closed_.Notify();
}

void RealmHost::Close() {
  is_closing_ = true;
  server_.reset();
  for (const auto& [number, realm] : realms_) {
    realm->End("which is shutting down");
  }
  if (realms_.empty()) closed_.Notify();
}

}  // namespace rt
