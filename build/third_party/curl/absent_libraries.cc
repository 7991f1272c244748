// Debian's libcurl.a is built for all that curl can do. rt's fetch speaks HTTP
// and HTTPS (CURLOPT_PROTOCOLS_STR), with no login of the system's, no cookies
// and host names in ASCII: so the libraries for the rest are left away, which
// are shared ones, two dozen with theirs, and would be loaded with every start
// of rt. The archive's references to them end here, and are never followed: if
// one is, that is a bug, and ends the process.

#include <cstdio>
#include <cstdlib>

extern "C" {

// curl_global_init() calls this one. 0: all is well.
int libssh2_init(int /*flags*/) { return 0; }

// What curl names to GSSAPI, when it calls it.
void* GSS_C_NT_HOSTBASED_SERVICE = nullptr;

[[noreturn]] void rt_library_left_away_from_curl() {
  fputs("rt: curl called a library that it is linked without\n", stderr);
  abort();
}

#define ABSENT(function) \
  void function() __attribute__((alias("rt_library_left_away_from_curl")));

// Kerberos: GSSAPI.
ABSENT(gss_delete_sec_context)
ABSENT(gss_display_name)
ABSENT(gss_display_status)
ABSENT(gss_import_name)
ABSENT(gss_init_sec_context)
ABSENT(gss_inquire_context)
ABSENT(gss_release_buffer)
ABSENT(gss_release_name)
ABSENT(gss_unwrap)
ABSENT(gss_wrap)

// LDAP.
ABSENT(ber_bvfree)
ABSENT(ber_free)
ABSENT(ber_memfree)
ABSENT(ber_memvfree)
ABSENT(ber_sockbuf_add_io)
ABSENT(ldap_abandon_ext)
ABSENT(ldap_err2string)
ABSENT(ldap_free_urldesc)
ABSENT(ldap_get_attribute_ber)
ABSENT(ldap_get_dn_ber)
ABSENT(ldap_get_option)
ABSENT(ldap_init_fd)
ABSENT(ldap_memfree)
ABSENT(ldap_msgfree)
ABSENT(ldap_msgtype)
ABSENT(ldap_parse_result)
ABSENT(ldap_parse_sasl_bind_result)
ABSENT(ldap_pvt_url_scheme2proto)
ABSENT(ldap_result)
ABSENT(ldap_sasl_bind)
ABSENT(ldap_search_ext)
ABSENT(ldap_set_option)
ABSENT(ldap_start_tls)
ABSENT(ldap_unbind_ext)
ABSENT(ldap_url_parse)

// SSH.
ABSENT(libssh2_agent_connect)
ABSENT(libssh2_agent_disconnect)
ABSENT(libssh2_agent_free)
ABSENT(libssh2_agent_get_identity)
ABSENT(libssh2_agent_init)
ABSENT(libssh2_agent_list_identities)
ABSENT(libssh2_agent_userauth)
ABSENT(libssh2_channel_free)
ABSENT(libssh2_channel_read_ex)
ABSENT(libssh2_channel_send_eof)
ABSENT(libssh2_channel_wait_closed)
ABSENT(libssh2_channel_wait_eof)
ABSENT(libssh2_channel_write_ex)
ABSENT(libssh2_exit)
ABSENT(libssh2_hostkey_hash)
ABSENT(libssh2_knownhost_add)
ABSENT(libssh2_knownhost_checkp)
ABSENT(libssh2_knownhost_del)
ABSENT(libssh2_knownhost_free)
ABSENT(libssh2_knownhost_get)
ABSENT(libssh2_knownhost_init)
ABSENT(libssh2_knownhost_readfile)
ABSENT(libssh2_knownhost_writefile)
ABSENT(libssh2_scp_recv2)
ABSENT(libssh2_scp_send64)
ABSENT(libssh2_session_abstract)
ABSENT(libssh2_session_block_directions)
ABSENT(libssh2_session_callback_set)
ABSENT(libssh2_session_disconnect_ex)
ABSENT(libssh2_session_flag)
ABSENT(libssh2_session_free)
ABSENT(libssh2_session_handshake)
ABSENT(libssh2_session_hostkey)
ABSENT(libssh2_session_init_ex)
ABSENT(libssh2_session_last_errno)
ABSENT(libssh2_session_last_error)
ABSENT(libssh2_session_method_pref)
ABSENT(libssh2_session_set_blocking)
ABSENT(libssh2_sftp_close_handle)
ABSENT(libssh2_sftp_init)
ABSENT(libssh2_sftp_last_error)
ABSENT(libssh2_sftp_mkdir_ex)
ABSENT(libssh2_sftp_open_ex)
ABSENT(libssh2_sftp_read)
ABSENT(libssh2_sftp_readdir_ex)
ABSENT(libssh2_sftp_rename_ex)
ABSENT(libssh2_sftp_rmdir_ex)
ABSENT(libssh2_sftp_seek64)
ABSENT(libssh2_sftp_shutdown)
ABSENT(libssh2_sftp_stat_ex)
ABSENT(libssh2_sftp_statvfs)
ABSENT(libssh2_sftp_symlink_ex)
ABSENT(libssh2_sftp_unlink_ex)
ABSENT(libssh2_sftp_write)
ABSENT(libssh2_userauth_authenticated)
ABSENT(libssh2_userauth_keyboard_interactive_ex)
ABSENT(libssh2_userauth_list)
ABSENT(libssh2_userauth_password_ex)
ABSENT(libssh2_userauth_publickey_fromfile_ex)
ABSENT(libssh2_version)

// RTMP.
ABSENT(RTMP_Alloc)
ABSENT(RTMP_Close)
ABSENT(RTMP_Connect1)
ABSENT(RTMP_ConnectStream)
ABSENT(RTMP_Free)
ABSENT(RTMP_Init)
ABSENT(RTMP_Read)
ABSENT(RTMP_SetBufferMS)
ABSENT(RTMP_SetupURL)
ABSENT(RTMP_Write)

// names that are not ASCII: libidn2.
ABSENT(idn2_check_version)
ABSENT(idn2_free)
ABSENT(idn2_lookup_ul)

// cookies: the public suffix list.
ABSENT(psl_builtin)
ABSENT(psl_free)
ABSENT(psl_get_version)
ABSENT(psl_is_cookie_domain_acceptable)
ABSENT(psl_latest)

#undef ABSENT

}  // extern "C"
