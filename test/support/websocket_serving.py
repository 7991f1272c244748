"""Programs that serve WebSockets by upgradeWebSocket of rt:http, and raw clients of them."""

import ssl

from http_server import Client, Server
from impostor_host import make_certificate
from rt_run import RtTest
from websocket_frames import FrameClient

# Shows what each socket's events say, a line an event. `/echo` sends back what comes.
PROGRAM = """
    import {serve, upgradeWebSocket} from 'rt:http';
    const show = (...values) => console.log(JSON.stringify(values));
    function watch(socket) {
      socket.binaryType = 'arraybuffer';
      socket.onopen = () => show('open', socket.readyState, socket.protocol);
      socket.onmessage = ({data}) => show('message', typeof data === 'string' ?
          data : [...new Uint8Array(data)]);
      socket.onerror = ({error}) => show('error', error.code);
      socket.onclose = ({code, reason, wasClean}) =>
          show('close', code, reason, wasClean, socket.readyState);
    }
    function echo(socket) {
      socket.binaryType = 'arraybuffer';
      socket.onmessage = ({data}) => socket.send(data);
    }
    async function start(handler, options = {}) {
      const server = await serve(options, handler);
      console.log(options.unix ?? server.port);
      return server;
    }
"""


class WebSocketServing(RtTest):
    def serve(self, program: str, *flags: str) -> Server:
        return Server(self, PROGRAM + program, *flags)

    def echo_server(self, options: str = "{}") -> Server:
        return self.serve(f"""
            const options = {options};
            await start((request) => {{
              const {{socket, response}} = upgradeWebSocket(request, options);
              echo(socket);
              return response;
            }});
        """)

    def watching_server(self, options: str = "{}") -> Server:
        return self.serve(f"""
            await start((request) => {{
              const {{socket, response}} = upgradeWebSocket(request, {options});
              watch(socket);
              return response;
            }});
        """)

    def connect_by_tls(self, each_socket: str) -> FrameClient:
        """A client of a server that does `each_socket` with `socket`."""
        make_certificate(self.folder, "DNS:localhost")
        at = self.serve(f"""
            import {{DiskFileSystem}} from 'rt:file';
            const files = new DiskFileSystem();
            const server = await start((request) => {{
              const {{socket, response}} = upgradeWebSocket(request);
              {each_socket}
              return response;
            }}, {{tls: {{
              cert: await files.readTextFile('cert.pem'),
              key: await files.readTextFile('key.pem'),
            }}}});
        """).at
        context = ssl.create_default_context(cafile=self.folder / "cert.pem")
        raw = Client(at)
        raw.socket = context.wrap_socket(raw.socket, server_hostname="localhost")
        return self._opened(FrameClient(raw))

    def connect(self, server: Server, *headers: str) -> FrameClient:
        return self._opened(FrameClient(server.connect(), "/", *headers))

    def _opened(self, client: FrameClient) -> FrameClient:
        self.addCleanup(client.client.socket.close)
        self.assertEqual(client.answer.status, 101)
        return client
