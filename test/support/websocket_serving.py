"""Programs that serve WebSockets by upgradeWebSocket of rt:http, and raw clients of them."""

from http_server import Server
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

    def connect(self, server: Server, *headers: str) -> FrameClient:
        client = FrameClient(server.connect(), "/", *headers)
        self.addCleanup(client.client.socket.close)
        self.assertEqual(client.answer.status, 101)
        return client
