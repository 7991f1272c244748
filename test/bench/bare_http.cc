// The least that a server can do: one epoll, edge-triggered, which answers each
// read with the same bytes. It parses nothing. What a server's CPU time for a
// request is measured against. Prints its port.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr char kAnswer[] =
    "HTTP/1.1 200 OK\r\ncontent-type: text/plain;charset=UTF-8\r\n"
    "date: Sun, 06 Nov 1994 08:49:37 GMT\r\ncontent-length: 5\r\n\r\nhello";
constexpr int kEvents = 256;

void Need(bool good, const char *what) {
  if (good) return;
  perror(what);
  exit(1);
}

void Watch(int epoll, int fd) {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLRDHUP | EPOLLET;
  event.data.fd = fd;
  Need(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0, "epoll_ctl");
}

void AcceptAll(int epoll, int listener) {
  for (;;) {
    const int fd = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
    if (fd < 0) return;
    Watch(epoll, fd);
  }
}

void Answer(int fd) {
  char buffer[64 << 10];
  const ssize_t size = recv(fd, buffer, sizeof(buffer), 0);
  if (size > 0) {
    static_cast<void>(send(fd, kAnswer, sizeof(kAnswer) - 1, MSG_NOSIGNAL));
  } else if (size == 0 || errno != EAGAIN) {
    close(fd);
  }
}

}  // namespace

int main() {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  const int yes = 1;
  setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto *const generic = reinterpret_cast<sockaddr *>(&address);
  socklen_t size = sizeof(address);
  Need(bind(listener, generic, size) == 0, "bind");
  Need(listen(listener, 4096) == 0, "listen");
  Need(getsockname(listener, generic, &size) == 0, "getsockname");
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);

  const int epoll = epoll_create1(0);
  Watch(epoll, listener);
  epoll_event events[kEvents];
  for (;;) {
    const int count = epoll_wait(epoll, events, kEvents, -1);
    for (int i = 0; i < count; ++i) {
      if (events[i].data.fd == listener) {
        AcceptAll(epoll, listener);
      } else {
        Answer(events[i].data.fd);
      }
    }
  }
}
