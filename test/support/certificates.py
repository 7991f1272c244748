"""An authority of a test's own, and the certificates that it makes, by openssl."""

import os
import pathlib
import subprocess

_CONFIG = """
[ca]
default_ca = own
[own]
database = index.txt
rand_serial = yes
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
"""


class Authority:
    """`cert`, in a new folder, signs itself. Paths are absolute."""

    def __init__(self, folder: str | os.PathLike):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        (self.folder / "ca.cnf").write_text(_CONFIG)
        (self.folder / "index.txt").write_text("")
        self._make_key("ca.key")
        self._run("req", "-x509", "-key", "ca.key", "-days", "2", "-subj",
                  f"/CN=authority {self.folder.name}", "-out", "ca.pem")
        self.cert = str(self.folder / "ca.pem")

    def issue(self, name: str, host: str = "DNS:localhost,IP:127.0.0.1",
              of: tuple[str, str] | None = None, algorithm: str = "EC") -> tuple[str, str]:
        """The files of a certificate for `host`, and of its key. `of`: from when to when,
        as 20200131000000Z; today and tomorrow."""
        self._make_key(f"{name}.key", algorithm)
        self._run("req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-addext",
                  f"subjectAltName={host}", "-out", f"{name}.csr")
        when = ["-days", "2"] if of is None else ["-startdate", of[0], "-enddate", of[1]]
        self._run("ca", "-batch", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key",
                  "-in", f"{name}.csr", "-notext", *when, "-out", f"{name}.pem")
        return str(self.folder / f"{name}.pem"), str(self.folder / f"{name}.key")

    def with_password(self, key: str) -> str:
        """The file of a key, encrypted."""
        self._run("pkey", "-in", key, "-aes256", "-passout", "pass:secret", "-out", f"{key}.locked")
        return f"{key}.locked"

    def _make_key(self, name: str, algorithm: str = "EC") -> None:
        option = ("ec_paramgen_curve:prime256v1" if algorithm == "EC"
                  else "rsa_keygen_bits:2048")
        self._run("genpkey", "-algorithm", algorithm, "-pkeyopt", option, "-out", name)

    def _run(self, *words: str) -> None:
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)
